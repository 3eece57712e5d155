/**
 * What helpers of browser tests do at the end of each test and of each file. The files share a page and with it the
 * helpers, so a hook that a helper sets up itself would be one of the first file only.
 */
type End = () => void | Promise<void>;

const afterTests: End[] = [];
const afterFiles: End[] = [];

/** Has `end` run after each test of each file. */
export function atEndOfTest(end: End): void {
  afterTests.push(end);
}

/** Has `end` run after each file. */
export function atEndOfFile(end: End): void {
  afterFiles.push(end);
}

export async function endTest(): Promise<void> {
  for (const end of afterTests) await end();
}

export async function endFile(): Promise<void> {
  for (const end of afterFiles) await end();
}
