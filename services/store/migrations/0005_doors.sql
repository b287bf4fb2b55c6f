-- Programs that read, and the way to what the incident page shows.

create table api_tokens (
    token_hash bytea primary key,                   -- SHA-256
    name       text not null,
    created    timestamptz not null default now()
);

-- The rulebooks a table was judged by, found without reading its whole past.
create index log_rulebooks on log (table_id, sequence)
    where topic = 'observations' and position('"type":"nomorebets.rulebook-adopted"'::bytea in line) > 0;
