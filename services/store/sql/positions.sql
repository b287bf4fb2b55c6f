-- name: states
select table_id, state from states where processor = %(processor)s and table_id = any(%(tables)s);

-- name: keep_state
insert into states (processor, table_id, state) values (%(processor)s, %(table)s, %(state)s)
on conflict (processor, table_id) do update set state = excluded.state;

-- name: position
select next from positions where reader = %(reader)s and partition = %(partition)s;

-- name: move
insert into positions (reader, partition, next) values (%(reader)s, %(partition)s, %(next)s)
on conflict (reader, partition) do update set next = excluded.next where positions.next = %(expected)s;

-- name: positions
select partition, next from positions where reader = %(reader)s;

-- name: behind
select exists (
    select from log where topic = any(%(topics)s)
    and sequence >= coalesce((select next from positions where reader = %(reader)s and partition = 0), 1)
);

-- name: stand
insert into positions (reader, partition, next) values (%(reader)s, %(partition)s, 0)
on conflict (reader, partition) do update set next = positions.next
returning next;

-- name: move_all
update positions p set next = t.next
from unnest(%(partitions)s::integer[], %(expected)s::bigint[], %(nexts)s::bigint[]) as t (partition, expected, next)
where p.reader = %(reader)s and p.partition = t.partition and p.next = t.expected;

-- name: mark_taken
insert into taken (processor, table_id, id, partition, position)
select %(processor)s, t.table_id, t.id, t.partition, t.position
from unnest(%(tables)s::text[], %(ids)s::text[], %(partitions)s::integer[], %(positions)s::bigint[])
    as t (table_id, id, partition, position)
on conflict do nothing
returning partition, position;

-- name: forget_taken
delete from taken where processor = %(processor)s and partition = %(partition)s and position < %(before)s;
