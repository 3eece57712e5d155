/** One filter of the events: its choices as buttons, two of them until all are asked for. */
import { useState } from 'react';
import { formatInteger } from '../../../core/format/counts';
import { Button } from '../../ui/Button';

const SHOWN = 2;

export type Choice = { key: string; text: string; count: number; title?: string };

type Props = {
  label: string;
  choices: readonly Choice[];
  chosen: string | undefined;
  /** Undefined when the chosen one was pressed again: all are wanted. */
  onChoose: (key: string | undefined) => void;
};

export function EventFilter({ label, choices, chosen, onChoose }: Props) {
  const [all, setAll] = useState(false);
  if (choices.length === 0) return null;
  // What is chosen stays in sight.
  const shown = choices.filter(({ key }, at) => all || at < SHOWN || key === chosen);
  return (
    <fieldset className="flex min-w-0 flex-wrap items-center gap-1.5">
      <legend className="float-left mr-1 text-muted">{label}</legend>
      {shown.map(({ key, text, count, title }) => (
        <Button
          key={key}
          size="s"
          aria-pressed={key === chosen}
          title={title}
          className="max-w-full"
          onClick={() => onChoose(key === chosen ? undefined : key)}
        >
          <bdi className="truncate">{text}</bdi> <span className="font-normal text-muted">{formatInteger(count)}</span>
        </Button>
      ))}
      {choices.length > SHOWN && (
        <Button size="s" variant="quiet" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? 'Show less' : 'Show All'}
        </Button>
      )}
    </fieldset>
  );
}
