-- All parts of three characters of a text, in lower case: the keys of the indexes that find any part of a name. The extension pg_trgm
-- needs a privilege and a package that some servers lack.
create function search_trigrams("value" text) returns text[] language sql immutable strict parallel safe as $body$
  select array(select distinct substr(lower("value"), n, 3) from generate_series(1, length(lower("value")) - 2) as n)
$body$;
