/** How controls stand for the texts of a draft: one way for steps, accounts, tokens and blocks. */
import type { Problems } from '../../../core/simulation/read-draft';

type Shown = { value: string; error: string | undefined };

/** Props of a control for the text of this name: one whose change is an event, and one whose change is the text. */
type DraftFields<Name extends string> = {
  typed: (name: Name) => Shown & { onChange: (event: { target: { value: string } }) => void };
  chosen: (name: Name) => Shown & { onChange: (text: string) => void };
};

/** Returns the fields of `texts`, whose problems lie below `path`; `onTexts` is told what changed and nothing else. */
export function draftFields<Name extends string>(
  texts: Readonly<Record<Name, string>>,
  path: string,
  problems: Problems,
  onTexts: (change: Partial<Record<Name, string>>) => void,
): DraftFields<Name> {
  const shown = (name: Name): Shown => ({ value: texts[name], error: problems[path + name] });
  const change = (name: Name, text: string) => onTexts({ [name]: text } as Partial<Record<Name, string>>);
  return {
    typed: (name) => ({ ...shown(name), onChange: ({ target }) => change(name, target.value) }),
    chosen: (name) => ({ ...shown(name), onChange: (text) => change(name, text) }),
  };
}
