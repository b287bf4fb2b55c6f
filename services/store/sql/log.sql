-- name: append
select append_to_log(%(topic)s, %(tables)s::text[], %(ids)s::text[], %(lines)s::bytea[]);

-- name: read
select sequence, topic, table_id, line, recordedtime from log
where topic = any(%(topics)s) and sequence >= %(start)s
order by sequence limit %(limit)s;

-- name: end
select coalesce(max(sequence), 0) + 1 from log;

-- name: chain
select sequence, topic, table_id, id, line, previous_hash, hash from log
where sequence >= %(start)s order by sequence limit %(limit)s;

-- name: links
select topic, table_id, hash from chains order by topic, table_id;
