/** The page of a command in the documentation: its help, an example and the form of its JSON. */
import type { Command } from '../command';
import { FORMS } from '../facts/forms';
import { formText } from './form-text';

/** Returns the page as Markdown; `example` is a line with the command, and what it printed. */
export function commandPage(command: Command, example: string): string {
  return `${pageHead(command)}
An example on the demo chain:

\`\`\`
${example}
\`\`\`
${jsonSection(command.name)}
What holds for all commands is in [Loupe without a page](../command-line.md).
`;
}

/** Returns the part of the page with the forms of what `--json` prints; '' for a command that prints none. */
export function jsonSection(name: string): string {
  const forms = FORMS[name] ?? [];
  if (forms.length === 0) return '';
  const [same = name] = Object.keys(FORMS).filter((each) => FORMS[each]?.[0] === forms[0]);
  if (same !== name) return `\nWith \`--json\` it prints what [\`loupe ${same}\`](${same}.md) does.\n`;
  const printed =
    name === 'watch'
      ? 'Each line is this'
      : `With \`--json\` it prints ${forms.length === 1 ? 'this' : 'one of these'}`;
  return `
${printed}; \`?\` is behind what may be missing:

${forms.map((form) => `\`\`\`\n${formText(form)}\n\`\`\`\n`).join('\n')}`;
}

/** Returns how the page begins: the command's help, word for word. */
export function pageHead({ name, summary, usage }: Pick<Command, 'name' | 'summary' | 'usage'>): string {
  return `# loupe ${name}

${summary[0]?.toUpperCase()}${summary.slice(1)}.

\`\`\`
${usage.trimEnd()}
\`\`\`
`;
}
