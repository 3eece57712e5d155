/** What the author wrote of a function. */
import type { FunctionDocs as Docs } from '../../../core/contract/natspec';
import { harmlessText } from '../../../core/text/harmless';

/** Characters of a text that are shown. */
const MAX_TEXT = 1_500;

export function FunctionDocs({ docs: { notice, details, returns } }: { docs: Docs }) {
  const returned = Object.entries(returns);
  if (notice === '' && details === '' && returned.length === 0) return null;
  return (
    <div className="flex max-w-[640px] flex-col gap-1 break-words">
      {notice !== '' && <p>{harmlessText(notice, MAX_TEXT)}</p>}
      {details !== '' && <p className="text-muted text-s">{harmlessText(details, MAX_TEXT)}</p>}
      {returned.map(([name, text]) => (
        <p key={name} className="text-muted text-s">
          Returns {/^_\d+$/.test(name) ? '' : <code>{harmlessText(name, 60)}</code>} {harmlessText(text, MAX_TEXT)}
        </p>
      ))}
    </div>
  );
}
