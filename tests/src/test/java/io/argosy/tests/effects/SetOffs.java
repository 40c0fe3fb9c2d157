package io.argosy.tests.effects;

import java.util.List;

/** What statements of the matrix set off. */
final class SetOffs {
  private static final String TRIGGER_FUNCTION =
      "CREATE FUNCTION act() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN %s END $$";

  /** Declared before there is a trigger, so that it can be made. */
  private static final String DECLARE = "SELECT declare_function_safe('act()')";

  private static final String APP_OWN = "GRANT ALL ON ALL TABLES IN SCHEMA m TO app";

  private SetOffs() {}

  static List<SetOff> all() {
    return List.of(
        SetOff.of("nothing"),
        // Triggers
        trigger(
            "before trigger, own row",
            "NEW.w := 'own ' || NEW.k; RETURN NEW;",
            "BEFORE INSERT OR UPDATE ON t FOR EACH ROW"),
        trigger(
                "before trigger, own row, declared",
                "NEW.w := 'own ' || NEW.k; RETURN NEW;",
                "BEFORE INSERT OR UPDATE ON t FOR EACH ROW")
            .declaring(DECLARE),
        trigger(
                "before trigger that suppresses rows, declared",
                "IF NEW.v = 1 THEN RETURN NULL; END IF; RETURN NEW;",
                "BEFORE INSERT OR UPDATE ON t FOR EACH ROW")
            .declaring(DECLARE),
        trigger(
                "before trigger that changes the key, declared",
                "NEW.k := NEW.k + 50; RETURN NEW;",
                "BEFORE INSERT ON t FOR EACH ROW")
            .declaring(DECLARE),
        trigger(
                "before trigger that raises, declared",
                "IF NEW.v = 2 THEN RAISE EXCEPTION 'two is refused'; END IF; RETURN NEW;",
                "BEFORE INSERT OR UPDATE ON t FOR EACH ROW")
            .declaring(DECLARE),
        trigger(
                "before trigger that reads",
                "NEW.v := (SELECT count(*) FROM x WHERE n > 3); RETURN NEW;",
                "BEFORE INSERT OR UPDATE ON t FOR EACH ROW")
            .usingOther(),
        trigger(
                "after trigger that writes",
                "INSERT INTO log VALUES (coalesce(NEW.k, OLD.k), TG_OP); RETURN NULL;",
                "AFTER INSERT OR UPDATE OR DELETE ON t FOR EACH ROW")
            .usingOther(),
        trigger(
                "statement trigger",
                "INSERT INTO log VALUES (0, TG_OP); RETURN NULL;",
                "AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON t FOR EACH STATEMENT")
            .usingOther(),
        trigger(
                "transition table",
                "INSERT INTO log SELECT count(*), 'all' FROM fresh; RETURN NULL;",
                "AFTER INSERT ON t REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT")
            .usingOther(),
        trigger(
                "deferred constraint trigger",
                "IF (SELECT count(*) FROM x) < 100 THEN RAISE EXCEPTION 'too few'; END IF; RETURN"
                    + " NULL;",
                "AFTER INSERT ON t DEFERRABLE INITIALLY DEFERRED FOR EACH ROW",
                "CONSTRAINT TRIGGER")
            .usingOther(),
        SetOff.of(
            "built-in trigger",
            "CREATE TRIGGER acts BEFORE UPDATE ON t FOR EACH ROW EXECUTE FUNCTION"
                + " suppress_redundant_updates_trigger()"),
        // Rules
        SetOff.of("rule instead nothing", "CREATE RULE acts AS ON INSERT TO t DO INSTEAD NOTHING"),
        SetOff.of(
                "rule also",
                "CREATE RULE acts AS ON INSERT TO t DO ALSO INSERT INTO log VALUES (NEW.k, 'also')")
            .usingOther(),
        SetOff.of(
            "conditional rule",
            "CREATE RULE acts AS ON DELETE TO t WHERE OLD.v = 1 DO INSTEAD"
                + " UPDATE t SET w = 'kept' WHERE k = OLD.k"),
        // Views
        SetOff.of("plain view", "CREATE VIEW tv AS SELECT k, v, w FROM t").on("tv"),
        SetOff.of(
                "view check option",
                "CREATE VIEW tv AS SELECT k, v, w FROM t WHERE v < 2 WITH CHECK OPTION")
            .on("tv"),
        SetOff.of(
                "nested view check option",
                "CREATE VIEW tw AS SELECT k, v, w FROM t WHERE v < 2",
                "CREATE VIEW tv AS SELECT k, v, w FROM tw WHERE k < 100 WITH CASCADED CHECK OPTION")
            .on("tv"),
        SetOff.of(
                "local view check option",
                "CREATE VIEW tw AS SELECT k, v, w FROM t WHERE v < 2",
                "CREATE VIEW tv AS SELECT k, v, w FROM tw WHERE k < 25 WITH LOCAL CHECK OPTION")
            .on("tv"),
        SetOff.of(
                "view check option that reads",
                "CREATE VIEW tv AS SELECT k, v, w FROM t WHERE k IN (SELECT id FROM x)"
                    + " WITH CHECK OPTION")
            .on("tv")
            .usingOther(),
        SetOff.of(
                "view default",
                "CREATE VIEW tv AS SELECT k, v, w FROM t",
                "ALTER VIEW tv ALTER COLUMN w SET DEFAULT 'of the view'")
            .on("tv"),
        SetOff.of(
                "instead of trigger",
                "CREATE VIEW tv AS SELECT k, v, w FROM t",
                TRIGGER_FUNCTION.formatted(
                    "INSERT INTO log VALUES (coalesce(NEW.k, OLD.k), TG_OP);"
                        + " RETURN coalesce(NEW, OLD);"),
                "CREATE TRIGGER acts INSTEAD OF INSERT OR UPDATE OR DELETE ON tv FOR EACH ROW"
                    + " EXECUTE FUNCTION act()")
            .on("tv")
            .usingOther(),
        SetOff.of(
                "view rule",
                "CREATE VIEW tv AS SELECT k, v, w FROM t",
                "CREATE RULE acts AS ON INSERT TO tv DO INSTEAD"
                    + " INSERT INTO log VALUES (NEW.k, 'instead')")
            .on("tv")
            .usingOther(),
        // Row security
        policy("policy, own row", "USING (v < 2)"),
        policy("policy through a setting", "USING (v <= current_setting('app.limit')::int)"),
        policy("policy through the role", "USING (w LIKE '%1' OR current_user <> 'app')"),
        policy("policy that reads", "USING (k IN (SELECT id FROM x WHERE n > 4))").usingOther(),
        policy("policy that counts", "USING (v < (SELECT count(*) FROM x WHERE n > 10))")
            .usingOther(),
        policy(
                "policy check that reads",
                "FOR ALL USING (true) WITH CHECK (EXISTS (SELECT FROM x WHERE x.id = t.k))")
            .usingOther(),
        policy("restrictive policy", "USING (true)")
            .usingOther()
            .with(
                "CREATE POLICY less ON t AS RESTRICTIVE USING (k NOT IN (SELECT k FROM x WHERE n ="
                    + " 3))"),
        // Constraints and values
        SetOff.of("check", "ALTER TABLE t ADD CHECK (v < 10)"),
        SetOff.of(
                "check through a function",
                // Rows that are put back for the next statement are not checked.
                reading(
                    "known",
                    "SELECT current_setting('session_replication_role') = 'replica'"
                        + " OR EXISTS (SELECT FROM x WHERE id = $1)",
                    "boolean"),
                "ALTER TABLE t ADD CHECK (k < 13 AND known(k) OR k > 13 AND NOT known(k))")
            .usingOther(),
        SetOff.of("domain").withColumns(", d small DEFAULT 1"),
        SetOff.of("generated column")
            .withColumns(
                ", g int GENERATED ALWAYS AS (v * 2) STORED, h int GENERATED ALWAYS AS (v + k)"),
        SetOff.of("serial").withColumns(", s serial"),
        SetOff.of("identity").withColumns(", s int GENERATED ALWAYS AS IDENTITY"),
        SetOff.of("constant default")
            .withColumns(", s text DEFAULT 'given', z date DEFAULT '2020-01-01'"),
        SetOff.of(
                "default through a function",
                reading("counted", "SELECT count(*)::text FROM x WHERE n > 2", "text", ""),
                "ALTER TABLE t ALTER COLUMN w SET DEFAULT counted()")
            .usingOther(),
        // Foreign keys
        foreignKey("foreign key, cascade", "ON DELETE CASCADE ON UPDATE CASCADE"),
        foreignKey("foreign key, set null", "ON DELETE SET NULL"),
        foreignKey("foreign key, no action", "DEFERRABLE INITIALLY DEFERRED"),
        // Inheritance
        SetOff.of("child table", "CREATE TABLE child (extra int) INHERITS (t)")
            .with("INSERT INTO child VALUES (81, 1, 'child'), (82, 2, 'child')"));
  }

  private static SetOff trigger(String name, String body, String when) {
    return trigger(name, body, when, "TRIGGER");
  }

  private static SetOff trigger(String name, String body, String when, String what) {
    return SetOff.of(
        name,
        TRIGGER_FUNCTION.formatted(body),
        "CREATE " + what + " acts " + when + " EXECUTE FUNCTION act()");
  }

  private static SetOff policy(String name, String rest) {
    return SetOff.of(
            name,
            APP_OWN,
            "ALTER TABLE t ENABLE ROW LEVEL SECURITY",
            "CREATE POLICY chosen ON t " + rest)
        .as("app", "SET app.limit = '1'");
  }

  private static SetOff foreignKey(String name, String actions) {
    return SetOff.of(
            name,
            "ALTER TABLE x ADD CONSTRAINT refers FOREIGN KEY (id) REFERENCES t (k) " + actions)
        .usingOther();
  }

  private static String reading(String name, String body, String returns) {
    return reading(name, body, returns, "int");
  }

  private static String reading(String name, String body, String returns, String argument) {
    return "CREATE FUNCTION %s(%s) RETURNS %s LANGUAGE sql STABLE AS $$ %s $$"
        .formatted(name, argument, returns, body);
  }
}
