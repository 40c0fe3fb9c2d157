SELECT object, part || ', default' AS part, expression AS definition,
       format('ALTER TABLE ONLY %s ALTER COLUMN %I SET DEFAULT %s', name, attname, expression) AS make
FROM columns
WHERE expression IS NOT NULL AND attgenerated = ''
