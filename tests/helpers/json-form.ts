/** Holds the JSON that a command printed against the form that its documentation shows. */
import * as v from 'valibot';
import { expect } from 'vitest';
import { FORMS } from '../../tools/loupe/facts/forms';

/** Expects the JSON of a command to have a form of it: nothing is missing, nothing is there that the form does not have. */
export function expectForm(command: string, json: unknown): void {
  const { format } = json as { format?: string };
  const found = (FORMS[command] ?? []).map((form) => v.safeParse(form, json));
  if (found.some(({ success }) => success)) return;
  expect(
    found.map(({ issues = [] }) => issues.map(wordsOf)),
    `${format} of loupe ${command}`,
  ).toEqual([]);
}

function wordsOf(issue: v.BaseIssue<unknown>): string {
  const inner = (issue.issues ?? []).map(wordsOf).join('; ');
  return `${v.getDotPath(issue) ?? ''} ${issue.message}${inner === '' ? '' : ` (${inner})`}`;
}
