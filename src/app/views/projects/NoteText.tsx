import { harmlessText } from '../../../core/text/harmless';

/** UTF-16 units of one line. */
const MAX_LINE = 2_000;

/** Shows a note line by line. It may be from a file, so its lines are made harmless. */
export function NoteText({ text }: { text: string }) {
  return (
    <span className="block whitespace-pre-wrap break-words">
      <bdi>
        {text
          .split('\n')
          .map((line) => harmlessText(line, MAX_LINE))
          .join('\n')}
      </bdi>
    </span>
  );
}
