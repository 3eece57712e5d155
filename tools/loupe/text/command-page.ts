/** The page of a command in the documentation: its help and an example. */
import type { Command } from '../command';

/** Returns the page as Markdown; `example` is a line with the command, and what it printed. */
export function commandPage(command: Command, example: string): string {
  return `${pageHead(command)}
An example on the demo chain:

\`\`\`
${example}
\`\`\`

What holds for all commands, and the fields of their JSON, is in [Loupe without a page](../command-line.md).
`;
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
