-- What the console and the analyst ask beyond the read models' own questions.

-- name: could_not_see
select c.id, c.table_id as table, coalesce(t.title, c.table_id) as title, c.round, c.round_id, c.rule, c.clauses, c.why,
    c.sentence, c.said
from could_not_see c left join tables t using (table_id)
where (%(table)s::text is null or c.table_id = %(table)s)
    and (%(clause)s::text is null or %(clause)s = any(c.clauses))
    and (%(from)s::timestamptz is null or c.said >= %(from)s)
    and (%(to)s::timestamptz is null or c.said < %(to)s)
order by c.said desc, c.id limit %(limit)s;

-- name: where_of
select i.table_id as table, coalesce(r.session, '') as session
from incidents i left join rounds r using (round_id) where i.incident = %(incident)s;

-- name: causes
select line from log where topic = 'observations' and table_id = %(table)s and id = any(%(causes)s) order by sequence;

-- name: words
select line, recordedtime from log
where topic in ('cases', 'alerts') and table_id = %(table)s
    and exists (select from unnest(%(about)s::bytea[]) as a(id) where position(a.id in line) > 0)
order by sequence limit 500;

-- name: rulebooks
select line from log
where topic = 'observations' and table_id = %(table)s
    and position('"type":"nomorebets.rulebook-adopted"'::bytea in line) > 0
order by sequence desc limit 50;

-- name: openings
select line from log
where topic = 'observations' and table_id = %(table)s
    and position('"type":"nomorebets.table-opened"'::bytea in line) > 0
order by sequence desc limit 50;

-- name: alert_counts
select table_id as table, count(*) as alerts from alerts group by table_id;

-- name: session_of
select session from tables where table_id = %(table)s;
