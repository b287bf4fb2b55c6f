-- name: heard
insert into tables (table_id, title, last_event) values (%(table)s, %(table)s, %(time)s)
on conflict (table_id) do update set last_event = greatest(tables.last_event, excluded.last_event);

-- name: table_opened
insert into tables (table_id, title, currency, session, open, opened, last_event)
values (%(table)s, %(title)s, %(currency)s, %(session)s, true, %(time)s, %(time)s)
on conflict (table_id) do update set
    title = excluded.title, currency = excluded.currency, session = excluded.session, open = true, opened = excluded.opened;

-- name: table_closed
update tables set open = false where table_id = %(table)s and session = %(session)s;

-- name: rulebook_adopted
insert into tables (table_id, title, rulebook, version, last_event)
values (%(table)s, %(table)s, %(event_id)s, %(version)s, %(time)s)
on conflict (table_id) do update set rulebook = excluded.rulebook, version = excluded.version;

-- name: round_opened
insert into rounds (round_id, table_id, session, round, rulebook, version, opened)
values (%(round_id)s, %(table)s, %(session)s, %(round)s, %(rulebook)s, %(version)s, %(time)s)
on conflict (round_id) do nothing;

-- name: betting_closed
update rounds set bets_closed = %(seen)s where round_id = %(round_id)s;

-- name: spin_voided
update rounds set voided = voided || %(rule)s::text where round_id = %(round_id)s;

-- name: settlement_reconciled
update rounds set settlement = %(wagers)s where round_id = %(round_id)s;

-- name: round_closed
update rounds set closed = %(time)s, number = %(number)s, why = %(why)s, spins = %(spins)s where round_id = %(round_id)s;

-- name: breach_found
with replaced as (
    update findings set stands = false, why_not = 'judged again' where id = %(replaces)s
)
insert into findings (
    id, table_id, round_id, round, spin, rule, conduct, clauses, verdict, probability, stack, spot, seen, said,
    rulebook, version, remedies, stake, would_pay, sentence, causes, late_arrival
) values (
    %(id)s, %(table)s, %(round_id)s, %(round)s, %(spin)s, %(rule)s, %(conduct)s, %(clauses)s, %(verdict)s,
    %(probability)s, %(stack)s, %(spot)s, %(seen)s, %(time)s, %(rulebook)s, %(version)s, %(remedies)s, %(stake)s,
    %(would_pay)s, %(sentence)s, %(causes)s, %(late_arrival)s
) on conflict (id) do nothing;

-- name: finding_withdrawn
update findings set stands = false, why_not = %(why)s where id = %(event_id)s;

-- name: could_not_see
insert into could_not_see (id, table_id, round_id, round, rule, clauses, why, sentence, said)
values (%(id)s, %(table)s, %(round_id)s, %(round)s, %(rule)s, %(clauses)s, %(why)s, %(sentence)s, %(time)s)
on conflict (id) do nothing;

-- name: incident
insert into incidents (
    incident, table_id, round_id, round, conduct, rulebook, version, clauses, verdict, probability, seen, findings,
    rules, sentences, remedies, stake, would_pay, opened, updated
) values (
    %(incident)s, %(table)s, %(round_id)s, %(round)s, %(conduct)s, %(rulebook)s, %(version)s, %(clauses)s,
    %(verdict)s, %(probability)s, %(seen)s, %(findings)s, %(rules)s, %(sentences)s, %(remedies)s, %(stake)s,
    %(would_pay)s, %(time)s, %(time)s
) on conflict (incident) do update set
    clauses = excluded.clauses, verdict = excluded.verdict, probability = excluded.probability, seen = excluded.seen,
    findings = excluded.findings, rules = excluded.rules, sentences = excluded.sentences,
    remedies = excluded.remedies, stake = excluded.stake, would_pay = excluded.would_pay, updated = excluded.updated;

-- name: evidence_attached
insert into evidence (incident, camera, file, sha256, bytes, seen)
values (%(incident)s, %(camera)s, %(file)s, %(sha256)s, %(bytes)s, %(seen)s)
on conflict (incident, file) do update set sha256 = excluded.sha256, bytes = excluded.bytes, seen = excluded.seen;

-- name: evidence_sealed
update incidents set sealed = true where incident = %(incident)s;

-- name: incident_acknowledged
update incidents set
    acknowledged_by = coalesce(acknowledged_by, %(by)s),
    status = case status when 'open' then 'acknowledged' else status end
where incident = %(incident)s;

-- name: note_added
insert into notes (id, incident, by, text, said) values (%(id)s, %(incident)s, %(by)s, %(text)s, %(time)s)
on conflict (id) do nothing;

-- name: incident_decided
update incidents set
    decided_by = %(by)s, ruling = %(ruling)s, ruling_note = %(note)s,
    status = case status when 'closed' then status else 'decided' end
where incident = %(incident)s;

-- name: incident_closed
update incidents set status = 'closed', closed_why = %(why)s where incident = %(incident)s;

-- name: alert_raised
insert into alerts (alert, id, sequence, incident, table_id, text, verdict, probability, clauses, repeats, raised)
values (%(alert)s, %(id)s, %(sequence)s, %(incident)s, %(table)s, %(text)s, %(verdict)s, %(probability)s, %(clauses)s,
        %(repeats)s, %(time)s)
on conflict (alert) do nothing;

-- name: alert_sent
insert into deliveries (alert, channel, status, possibly_repeated)
values (%(alert)s, %(channel)s, 'sent', %(possibly_repeated)s)
on conflict (alert, channel) do update set
    status = 'sent', possibly_repeated = excluded.possibly_repeated, why = '';

-- name: alert_failed
insert into deliveries (alert, channel, status, attempt, why)
values (%(alert)s, %(channel)s, case when %(final)s then 'given-up' else 'failed' end, %(attempt)s, %(why)s)
on conflict (alert, channel) do update set
    status = excluded.status, attempt = excluded.attempt, why = excluded.why
where deliveries.status <> 'sent';

-- name: alert_acknowledged
update alerts set acknowledged_by = %(by)s where alert = %(alert)s;

-- name: alert_silenced
update alerts set silenced_by = %(by)s where alert = %(alert)s;

-- name: line_refused
insert into dead_letters (id, table_id, topic, why, line, said)
values (%(id)s, %(table)s, %(topic)s, %(why)s, %(line)s, %(time)s)
on conflict (id) do nothing;
