-- A name as lists compare it: in lower case and without diacritics, so that "ross" finds "Rößler" and "Äpfel" comes before "Birnen". Letters
-- that Unicode does not decompose are replaced as its root collation compares them; ı and ς have the same capitals as i and σ. Most names are
-- ASCII and take the short branch. Not strict, because PostgreSQL would not inline it then. The previous release uses the indexes on
-- lower("name") and search_trigrams("name"); the next one drops them.
create function fold_name("value" text) returns text language sql immutable parallel safe as $body$
  select case when octet_length("value") = length("value") then lower("value" collate "C")
    else replace(replace(replace(translate(
      lower(regexp_replace(normalize("value", nfd), '[\u0300-\u036f]+', '', 'g')),
      'øłđðħıς', 'olddhiσ'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe') end
$body$;
