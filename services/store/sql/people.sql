-- Who may come in.

-- name: user
select salt, password_hash from users where name = %(name)s;

-- name: make_user
insert into users (name, salt, password_hash) values (%(name)s, %(salt)s, %(password_hash)s)
on conflict (name) do nothing returning name;

-- name: renew_user
insert into users (name, salt, password_hash) values (%(name)s, %(salt)s, %(password_hash)s)
on conflict (name) do update set salt = excluded.salt, password_hash = excluded.password_hash returning name;

-- name: open_session
with old as (delete from sessions where expires < now())
insert into sessions (token_hash, name, expires)
values (%(token_hash)s, %(name)s, now() + make_interval(hours => %(hours)s));

-- name: session
select name from sessions where token_hash = %(token_hash)s and expires > now();

-- name: end_session
delete from sessions where token_hash = %(token_hash)s;

-- name: end_sessions
delete from sessions where name = %(name)s;

-- name: api_token
select name from api_tokens where token_hash = %(token_hash)s;

-- name: make_api_token
insert into api_tokens (token_hash, name) values (%(token_hash)s, %(name)s);

-- name: desk_token
select table_id from desk_tokens where token_hash = %(token_hash)s and table_id = %(table)s;

-- name: make_first_desk_token
insert into desk_tokens (token_hash, table_id)
select %(token_hash)s, %(table)s where not exists (select from desk_tokens where table_id = %(table)s)
returning table_id;

-- name: drop_desk_tokens
delete from desk_tokens where table_id = %(table)s;

-- name: set_desk_token
insert into desk_tokens (token_hash, table_id) values (%(token_hash)s, %(table)s) on conflict do nothing;
