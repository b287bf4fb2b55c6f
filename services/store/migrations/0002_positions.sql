-- How far everyone who reads has come, and what a processor knew there.

create table positions (
    reader    text    not null,                     -- a processor, a projection, a courier …
    partition integer not null default 0,           -- of a Kafka topic; 0 for those who read the log above
    next      bigint  not null,                     -- the first one not yet taken
    primary key (reader, partition)
);

create table states (
    processor text  not null,
    table_id  text  not null,
    state     bytea not null,
    primary key (processor, table_id)
);

-- Kafka may bring the same event twice; the log above never does. Kept for a window behind the position.
create table taken (
    processor text    not null,
    table_id  text    not null,
    id        text    not null,
    partition integer not null,
    position  bigint  not null,
    primary key (processor, table_id, id)
);
create index taken_by_position on taken (processor, partition, position);
