-- name: incidents
select i.incident, i.table_id as table, coalesce(t.title, i.table_id) as title, coalesce(t.currency, '') as currency,
    i.round, i.round_id, i.conduct, i.rulebook, i.version, i.clauses, i.verdict, i.probability, i.seen, i.rules,
    i.sentences, i.remedies, i.stake, i.would_pay, i.status, i.acknowledged_by, i.decided_by, i.ruling,
    i.ruling_note, i.closed_why, i.sealed, i.opened, i.updated
from incidents i left join tables t using (table_id)
where (%(incident)s::text is null or i.incident = %(incident)s)
    and (%(table)s::text is null or i.table_id = %(table)s)
    and (%(clause)s::text is null or %(clause)s = any(i.clauses))
    and (%(verdict)s::text is null or i.verdict = %(verdict)s)
    and (%(status)s::text is null or i.status = %(status)s)
    and (%(from)s::timestamptz is null or i.seen[2] >= %(from)s)
    and (%(to)s::timestamptz is null or i.seen[1] < %(to)s)
order by i.seen[1] desc, i.incident limit %(limit)s;

-- name: findings
select f.id, f.table_id as table, f.round, f.round_id, f.spin, f.rule, f.conduct, f.clauses, f.verdict, f.probability,
    f.stack, f.spot, f.seen, f.said, f.rulebook, f.version, f.remedies, f.stake, f.would_pay, f.sentence, f.causes,
    f.late_arrival, f.stands, f.why_not
from findings f join incidents i on i.round_id = f.round_id and i.conduct = f.conduct
where i.incident = %(incident)s order by f.said, f.id;

-- name: evidence
select camera, file, sha256, bytes, seen from evidence where incident = %(incident)s order by camera, file;

-- name: notes
select id, by, text, said from notes where incident = %(incident)s order by said, id;

-- name: alerts
select a.alert, a.text, a.verdict, a.probability, a.clauses, a.repeats, a.raised, a.acknowledged_by, a.silenced_by,
    coalesce(jsonb_agg(jsonb_build_object(
        'channel', d.channel, 'status', d.status, 'attempt', d.attempt, 'possibly_repeated', d.possibly_repeated,
        'why', d.why
    ) order by d.channel) filter (where d.channel is not null), '[]') as deliveries
from alerts a left join deliveries d using (alert)
where a.incident = %(incident)s group by a.alert order by a.raised, a.alert;

-- name: rounds
select round_id, table_id as table, session, round, rulebook, version, opened, bets_closed, closed, number, why, spins,
    voided, settlement,
    (select count(*) from findings f where f.round_id = r.round_id and f.stands) as findings,
    (select count(*) from could_not_see c where c.round_id = r.round_id) as could_not_see
from rounds r
where (%(table)s::text is null or table_id = %(table)s)
order by opened desc, round desc limit %(limit)s;

-- name: tables
select table_id as table, title, currency, rulebook, version, session, open, opened, last_event,
    (select count(*) from rounds r where r.table_id = t.table_id) as rounds,
    (select count(*) from incidents i where i.table_id = t.table_id and i.verdict is not null) as incidents,
    (select count(*) from incidents i where i.table_id = t.table_id and i.status = 'open') as waiting,
    (select count(*) from could_not_see c where c.table_id = t.table_id) as could_not_see,
    (select count(*) from dead_letters d where d.table_id = t.table_id) as dead_letters
from tables t order by table_id;

-- name: could_not_see
select id, table_id as table, round, round_id, rule, clauses, why, sentence, said from could_not_see
where (%(table)s::text is null or table_id = %(table)s)
order by said desc, id limit %(limit)s;

-- name: errands
select l.line, c.channel, coalesce(s.standing, 'waiting'), coalesce(s.attempts, 0), coalesce(s.possibly_repeated, false)
from alerts a
join channels c on c.channel = any(%(channels)s) and a.sequence >= c.since
join log l on l.topic = 'alerts' and l.table_id = a.table_id and l.id = a.id
left join sends s on s.raised = a.id and s.channel = c.channel
where coalesce(s.standing, 'waiting') not in ('logged', 'given-up')
order by a.sequence, c.channel;

-- name: know_channels
insert into channels (channel, since)
select unnest(%(channels)s::text[]), (select coalesce(max(sequence), 0) + 1 from log)
on conflict (channel) do nothing;

-- name: write_send
insert into sends (raised, channel, standing, attempts, possibly_repeated)
values (%(raised)s, %(channel)s, %(standing)s, %(attempts)s, %(possibly_repeated)s)
on conflict (raised, channel) do update set
    standing = excluded.standing, attempts = excluded.attempts, possibly_repeated = excluded.possibly_repeated,
    changed = now();

-- name: clips
select distinct file, sha256 from evidence order by file;
