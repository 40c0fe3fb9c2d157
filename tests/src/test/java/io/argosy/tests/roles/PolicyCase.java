package io.argosy.tests.roles;

import java.util.List;

/**
 * Policies of table {@code docs}, whose conditions read table {@code members}.
 *
 * @param name what a failure calls them
 * @param definitions the statements that make them
 */
record PolicyCase(String name, List<String> definitions) {
  private static final String MEMBER =
      "EXISTS (SELECT FROM members m WHERE m.grp = docs.grp AND m.usr = CURRENT_USER)";

  /** Those that read nothing but their row, the role and settings. */
  static final List<PolicyCase> OF_THE_ROW =
      List.of(
          new PolicyCase(
              "own rows", List.of("CREATE POLICY p ON docs USING (owner = CURRENT_USER)")),
          new PolicyCase(
              "a setting",
              List.of("CREATE POLICY p ON docs USING (grp = current_setting('app.grp')::int)")),
          new PolicyCase(
              "roles", List.of("CREATE POLICY p ON docs USING (pg_has_role(owner, 'MEMBER'))")),
          new PolicyCase("none", List.of()),
          new PolicyCase(
              "each command its own",
              List.of(
                  "CREATE POLICY s ON docs FOR SELECT USING (grp < 8)",
                  "CREATE POLICY i ON docs FOR INSERT WITH CHECK (grp < 5)",
                  "CREATE POLICY u ON docs FOR UPDATE USING (grp < 6) WITH CHECK (grp < 7)",
                  "CREATE POLICY d ON docs FOR DELETE USING (grp < 4)")));

  /** Those that read the other table. */
  static final List<PolicyCase> OF_MEMBERS =
      List.of(
          new PolicyCase("exists", List.of("CREATE POLICY p ON docs USING (" + MEMBER + ")")),
          new PolicyCase(
              "in",
              List.of(
                  "CREATE POLICY p ON docs USING (grp IN (SELECT m.grp FROM members m WHERE m.usr ="
                      + " CURRENT_USER))")),
          new PolicyCase(
              "scalar",
              List.of("CREATE POLICY p ON docs USING (grp < (SELECT count(*) FROM members))")),
          new PolicyCase(
              "restrictive",
              List.of(
                  "CREATE POLICY p ON docs USING (true)",
                  "CREATE POLICY r ON docs AS RESTRICTIVE USING (" + MEMBER + ")")),
          new PolicyCase(
              "check", List.of("CREATE POLICY p ON docs USING (true) WITH CHECK (" + MEMBER + ")")),
          new PolicyCase(
              "select",
              List.of(
                  "CREATE POLICY s ON docs FOR SELECT USING (" + MEMBER + ")",
                  "CREATE POLICY i ON docs FOR INSERT WITH CHECK (true)",
                  "CREATE POLICY u ON docs FOR UPDATE USING (true)",
                  "CREATE POLICY d ON docs FOR DELETE USING (true)")),
          new PolicyCase(
              "insert",
              List.of(
                  "CREATE POLICY s ON docs FOR SELECT USING (true)",
                  "CREATE POLICY i ON docs FOR INSERT WITH CHECK (" + MEMBER + ")")),
          new PolicyCase(
              "update",
              List.of(
                  "CREATE POLICY s ON docs FOR SELECT USING (true)",
                  "CREATE POLICY u ON docs FOR UPDATE USING (" + MEMBER + ") WITH CHECK (true)")),
          new PolicyCase(
              "delete",
              List.of(
                  "CREATE POLICY s ON docs FOR SELECT USING (true)",
                  "CREATE POLICY d ON docs FOR DELETE USING (" + MEMBER + ")")),
          new PolicyCase(
              "another role's",
              List.of(
                  "CREATE POLICY p ON docs TO auditor USING (" + MEMBER + ")",
                  "CREATE POLICY o ON docs TO tenant USING (owner = CURRENT_USER)")),
          new PolicyCase(
              "view",
              List.of("CREATE POLICY p ON docs USING (grp IN (SELECT grp FROM membership))")),
          new PolicyCase(
              "function of text", List.of("CREATE POLICY p ON docs USING (is_member(grp))")),
          new PolicyCase(
              "function of a query", List.of("CREATE POLICY p ON docs USING (is_member_too(grp))")),
          new PolicyCase(
              "members' own policy",
              List.of(
                  "CREATE POLICY p ON docs USING (" + MEMBER + ")",
                  "CREATE POLICY m ON members"
                      + " USING (usr IN (SELECT usr FROM people WHERE shown))",
                  "ALTER TABLE members ENABLE ROW LEVEL SECURITY")));
}
