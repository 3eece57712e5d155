/** How controls stand for the texts of a draft: one way for steps, accounts, tokens and blocks. */
import type { Problems } from '../../../core/simulation/read-draft';

/** What a control of text takes of the text it stands for. */
type DraftField = { value: string; error: string | undefined; onChange: (text: string) => void };

/** Returns the fields of `texts` by name, whose problems lie below `path`; `onTexts` is told what changed and nothing else. */
export function draftFields<Name extends string>(
  texts: Readonly<Record<Name, string>>,
  path: string,
  problems: Problems,
  onTexts: (change: Partial<Record<Name, string>>) => void,
): (name: Name) => DraftField {
  return (name) => ({
    value: texts[name],
    error: problems[path + name],
    onChange: (text) => onTexts({ [name]: text } as Partial<Record<Name, string>>),
  });
}
