/** What is asked of the coordinator's process, as the role that has logged in. */

const PATIENCE = 20_000;

/** What was refused, with the server's own words. */
export class Refused extends Error {
  constructor(status, body) {
    super(body.error ?? 'status ' + status);
    this.status = status;
    this.detail = body.detail;
    this.hint = body.hint;
    this.sqlState = body.sqlState;
  }

  /** All that was said, a line each. */
  lines() {
    return [
      this.message + (this.sqlState ? ' (' + this.sqlState + ')' : ''),
      this.detail ? 'Detail: ' + this.detail : null,
      this.hint ? 'Hint: ' + this.hint : null,
    ].filter((line) => line !== null);
  }
}

async function call(method, path, body) {
  const response = await fetch(path, {
    method,
    body: body === undefined ? undefined : JSON.stringify(body),
    headers: {'X-Argosy-Console': '1', ...(body === undefined ? {} : {'Content-Type': 'application/json'})},
    credentials: 'same-origin',
    cache: 'no-store',
    redirect: 'error',
    signal: AbortSignal.timeout(PATIENCE),
  });
  let answer;
  try {
    answer = await response.json();
  } catch {
    answer = {error: 'the answer cannot be read (status ' + response.status + ')'};
  }
  if (!response.ok) {
    const refused = new Refused(response.status, answer);
    if (response.status === 401 && path !== 'api/login') {
      dispatchEvent(new CustomEvent('logged-out', {detail: refused.message}));
    }
    throw refused;
  }
  return answer;
}

/** Reads something. */
export function read(what) {
  return call('GET', 'api/' + what);
}

/** Does something. */
export function act(what, body = {}) {
  return call('POST', 'api/' + what, body);
}
