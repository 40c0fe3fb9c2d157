package io.argosy.tests.client;

import org.junit.jupiter.api.Test;

/** What no application's own test can see of the page: rows of one that is gone. */
class ApplicationsPageTest {
  @Test
  void hasRowsOfEveryApplicationAndNothingElse() {
    ApplicationsPage.checkApplications();
  }
}
