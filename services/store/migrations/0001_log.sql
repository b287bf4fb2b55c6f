-- The event log: every line of every topic, once, in one order, chained, never changed.

create table log (
    sequence      bigint      primary key,          -- 1, 2, 3 … over all topics, without gaps, in the order of commits
    topic         text        not null,
    table_id      text        not null,
    id            text        not null,
    line          bytea       not null,             -- the event as it was written, without sequence and recordedtime
    recordedtime  timestamptz not null,
    previous_hash bytea       not null,             -- of the same topic and table; 32 zero bytes at its beginning
    hash          bytea       not null,             -- SHA-256(previous_hash ‖ line)
    unique (topic, table_id, id)
);

create index log_by_topic on log (topic, sequence);

-- The last link of each chain.
create table chains (
    topic    text  not null,
    table_id text  not null,
    hash     bytea not null,
    primary key (topic, table_id)
);

create function log_is_append_only() returns trigger language plpgsql as $$
begin
    raise exception 'the log is append-only: % refused', tg_op using errcode = 'insufficient_privilege';
end $$;

create trigger log_rows_stay before update or delete on log
    for each row execute function log_is_append_only();
create trigger log_stays before truncate on log
    for each statement execute function log_is_append_only();

-- Append lines in the order given; an id that its table and topic already have is ignored. Returns how many were new.
create function append_to_log(to_topic text, tables text[], ids text[], lines bytea[]) returns integer
language plpgsql as $$
declare
    nth    integer;
    place  bigint;
    link   bytea;
    next   bytea;
    links  jsonb := '{}';                           -- of the tables in this batch, as far as we have come
    before bigint;
begin
    -- One writer at a time until its commit, so that the order of sequences is the order of commits
    -- and a reader who has seen N will never find something new below N.
    perform pg_advisory_xact_lock(7500001);
    select coalesce(max(sequence), 0) into before from log;
    place := before;
    for nth in 1 .. coalesce(array_length(ids, 1), 0) loop
        if not links ? tables[nth] then
            select hash into link from chains where topic = to_topic and table_id = tables[nth];
            links := links || jsonb_build_object(tables[nth], encode(coalesce(link, decode(repeat('00', 32), 'hex')), 'hex'));
        end if;
        link := decode(links ->> tables[nth], 'hex');
        next := sha256(link || lines[nth]);
        insert into log values (
            place + 1, to_topic, tables[nth], ids[nth], lines[nth],
            date_trunc('milliseconds', clock_timestamp()), link, next
        ) on conflict (topic, table_id, id) do nothing;
        if found then
            place := place + 1;
            links := links || jsonb_build_object(tables[nth], encode(next, 'hex'));
        end if;
    end loop;
    insert into chains select to_topic, key, decode(value, 'hex') from jsonb_each_text(links)
        on conflict (topic, table_id) do update set hash = excluded.hash;
    if place > before then
        notify log;
    end if;
    return place - before;
end $$;
