-- What people ask for. Everything here can be thrown away and made again from the log.

create table tables (
    table_id   text primary key,
    title      text not null,
    currency   text not null default '',
    rulebook   text,
    version    text,
    session    text not null default '',
    open       boolean not null default true,
    opened     timestamptz,
    last_event timestamptz not null
);

create table rounds (
    round_id text primary key,
    table_id text not null,
    session  text not null,
    round    integer not null,
    rulebook text not null default '',
    version  text not null default '',
    opened   timestamptz,
    bets_closed timestamptz[],
    closed   timestamptz,
    number   text,
    why      text,
    spins    integer not null default 0,
    voided   text[] not null default '{}',
    settlement jsonb
);
create index rounds_by_table on rounds (table_id, opened);

create table findings (
    id        text primary key,
    table_id  text not null,
    round_id  text not null,
    round     integer not null,
    spin      integer not null,
    rule      text not null,
    conduct   text not null,
    clauses   text[] not null,
    verdict   text not null,
    probability double precision not null,
    stack     text,
    spot      text,
    seen      timestamptz[] not null,
    said      timestamptz not null,
    rulebook  text not null,
    version   text not null,
    remedies  jsonb not null,
    stake     bigint[],
    would_pay bigint[],
    sentence  text not null,
    causes    text[] not null,
    late_arrival boolean not null,
    stands    boolean not null default true,
    why_not   text
);
create index findings_by_round on findings (round_id);

create table could_not_see (
    id       text primary key,
    table_id text not null,
    round_id text,
    round    integer,
    rule     text not null,
    clauses  text[] not null,
    why      text not null,
    sentence text not null,
    said     timestamptz not null
);
create index could_not_see_by_table on could_not_see (table_id, said);

create table incidents (
    incident  text primary key,
    table_id  text not null,
    round_id  text not null,
    round     integer not null,
    conduct   text not null,
    rulebook  text not null,
    version   text not null,
    clauses   text[] not null,
    verdict   text,                                 -- null: every finding was withdrawn
    probability double precision not null,
    seen      timestamptz[] not null,
    findings  text[] not null,
    rules     text[] not null,
    sentences text[] not null,
    remedies  jsonb not null,
    stake     bigint[],
    would_pay bigint[],
    opened    timestamptz not null,
    updated   timestamptz not null,
    status    text not null default 'open' check (status in ('open', 'acknowledged', 'decided', 'closed')),
    acknowledged_by text,
    decided_by text,
    ruling    text,
    ruling_note text,
    closed_why text,
    sealed    boolean not null default false
);
create index incidents_by_table on incidents (table_id, opened);

create table notes (
    id       text primary key,
    incident text not null,
    by       text not null,
    text     text not null,
    said     timestamptz not null
);
create index notes_by_incident on notes (incident);

create table evidence (
    incident text not null,
    camera   text not null,
    file     text not null,
    sha256   text not null,
    bytes    bigint not null,
    seen     timestamptz[] not null,
    primary key (incident, file)
);

create table alerts (
    alert    text primary key,
    id       text not null,                         -- of the event that raised it
    sequence bigint not null,
    incident text not null,
    table_id text not null,
    text     text not null,
    verdict  text not null,
    probability double precision not null,
    clauses  text[] not null,
    repeats  text,
    raised   timestamptz not null,
    acknowledged_by text,
    silenced_by text
);
create index alerts_by_incident on alerts (incident);

create table deliveries (
    alert    text not null,
    channel  text not null,
    status   text not null,                         -- sent, failed (will be tried again), given-up
    attempt  integer not null default 1,
    possibly_repeated boolean not null default false,
    why      text not null default '',
    primary key (alert, channel)
);

create table dead_letters (
    id       text primary key,
    table_id text not null,
    topic    text not null,
    why      text not null,
    line     text not null,
    said     timestamptz not null
);
