-- What is not derived from the log: who may come in, and what was handed to the outside world.

create table users (
    name          text primary key,
    salt          bytea not null,
    password_hash bytea not null,                   -- scrypt
    created       timestamptz not null default now()
);

create table sessions (
    token_hash bytea primary key,                   -- SHA-256 of the cookie's token
    name       text not null references users on delete cascade,
    created    timestamptz not null default now(),
    expires    timestamptz not null
);

create table desk_tokens (
    token_hash bytea primary key,
    table_id   text not null,
    created    timestamptz not null default now()
);
create index desk_tokens_by_table on desk_tokens (table_id);

-- Written before a channel is called and again after: what says 'sending' after a crash may have gone out.
create table sends (
    raised   text    not null,                      -- the id of the event that raised the alert, and its idempotency key
    channel  text    not null,
    standing text    not null check (standing in ('waiting', 'sending', 'sent', 'logged', 'given-up')),
    attempts integer not null default 0,
    possibly_repeated boolean not null default false,
    changed  timestamptz not null default now(),
    primary key (raised, channel)
);

-- A channel is told what is raised after it was first set up, not the whole past.
create table channels (
    channel text   primary key,
    since   bigint not null
);
