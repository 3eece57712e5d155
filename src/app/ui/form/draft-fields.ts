/** What a control of text takes of the text it stands for. */
type DraftField = { value: string; error: string | undefined; onChange: (text: string) => void };

/**
 * Returns what the controls of a form take, by the name of the text that each stands for; `onTexts` is told what changed
 * and nothing else. `problems` are sentences by the name behind `path`.
 */
export function draftFields<Name extends string>(
  texts: Readonly<Record<Name, string>>,
  onTexts: (change: Partial<Record<Name, string>>) => void,
  problems: Readonly<Record<string, string | undefined>> = {},
  path = '',
): (name: Name) => DraftField {
  return (name) => ({
    value: texts[name],
    error: problems[path + name],
    onChange: (text) => onTexts({ [name]: text } as Partial<Record<Name, string>>),
  });
}
