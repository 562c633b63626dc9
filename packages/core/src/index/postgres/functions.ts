/**
 * Functions of SQLite that statements use, created in the schema of each generation. `going_on` is constant: a
 * statement ends by a cancel request.
 */
export const FUNCTIONS = `
  CREATE FUNCTION going_on() RETURNS integer LANGUAGE sql IMMUTABLE AS 'SELECT 1';

  CREATE FUNCTION hex(bytes bytea) RETURNS text LANGUAGE sql IMMUTABLE AS $$
    SELECT upper(encode(bytes, 'hex'))
  $$;

  CREATE FUNCTION instr(value text, part text) RETURNS integer LANGUAGE sql IMMUTABLE AS $$
    SELECT strpos(value, part)
  $$;

  CREATE FUNCTION json_array_length(list text) RETURNS integer LANGUAGE sql IMMUTABLE AS $$
    SELECT pg_catalog.json_array_length(list::json)
  $$;

  -- A list of integers.
  CREATE FUNCTION json_each(list text) RETURNS TABLE (key bigint, value bigint) LANGUAGE sql IMMUTABLE AS $$
    SELECT place - 1, item::bigint FROM json_array_elements_text(list::json) WITH ORDINALITY AS own (item, place)
  $$;

  -- A list of texts, with the path $.
  CREATE FUNCTION json_each(list text, path text) RETURNS TABLE (key bigint, value text) LANGUAGE sql IMMUTABLE AS $$
    SELECT place - 1, item FROM json_array_elements_text(list::json) WITH ORDINALITY AS own (item, place)
  $$;

  CREATE FUNCTION json_of_array(list anycompatiblearray) RETURNS text LANGUAGE sql IMMUTABLE AS $$
    SELECT array_to_json(list)::text
  $$;

  CREATE AGGREGATE json_group_array(anycompatible) (
    sfunc = array_append, stype = anycompatiblearray, initcond = '{}', finalfunc = json_of_array
  );
`;
