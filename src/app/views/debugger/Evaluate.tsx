/** Expressions over what is in scope: one being typed, and those the reader keeps an eye on. */

import { type FormEvent, useId, useMemo, useState } from 'react';
import { type Evaluated, evaluate, type Scope } from '../../../core/source/debug/evaluate';
import { parseExpression } from '../../../core/source/debug/expression';
import { harmlessText } from '../../../core/text/harmless';
import type { Result } from '../../../core/values/result';
import { Button } from '../../ui/Button';
import { classes } from '../../ui/classes';
import { usePreference } from '../../use-preference';
import { INPUT_LINE } from './class-names';
import { textIn } from './VariablesPane';
import type { WordView } from './word-views';

const MAX_WATCHES = 30;
const MAX_TEXT = 400;
const NONE: readonly string[] = [];

type Props = { scope: Scope; view: WordView; field: React.RefObject<HTMLInputElement | null> };

export function Evaluate({ scope, view, field }: Props) {
  const [text, setText] = useState('');
  const [watches = NONE, save] = usePreference('watches');
  const id = useId();
  const keep = (event: FormEvent) => {
    event.preventDefault();
    const wanted = text.trim();
    if (wanted === '') return;
    void save([...watches.filter((each) => each !== wanted), wanted].slice(-MAX_WATCHES));
    setText('');
  };
  return (
    <section className="max-h-[40%] flex-none overflow-auto border-line border-t bg-raised" aria-label="Expressions">
      {watches.length > 0 && (
        <ul aria-label="Watched expressions">
          {watches.map((each) => (
            <li key={each} className={INPUT_LINE}>
              <code className="min-w-0 truncate" title={harmlessText(each, MAX_TEXT)}>
                {harmlessText(each, MAX_TEXT)}
              </code>
              <ExpressionValue text={each} scope={scope} view={view} isWatched />
              <Button
                icon
                size="s"
                variant="quiet"
                aria-label={`Stop watching ${harmlessText(each, 60)}`}
                onClick={() => void save(watches.filter((other) => other !== each))}
              >
                ✕
              </Button>
            </li>
          ))}
        </ul>
      )}
      <form onSubmit={keep} className={INPUT_LINE}>
        <span aria-hidden="true" className="text-muted">
          ›
        </span>
        <input
          ref={field}
          aria-label="Evaluate an expression"
          aria-describedby={id}
          placeholder="Expression, Enter keeps it"
          value={text}
          maxLength={MAX_TEXT}
          onChange={(event) => setText(event.target.value)}
          autoComplete="off"
          spellCheck={false}
          className="mono min-w-0 flex-1 bg-transparent"
        />
        <span id={id} role="status" className="contents">
          {text.trim() !== '' && <ExpressionValue text={text} scope={scope} view={view} />}
        </span>
      </form>
    </section>
  );
}

const OUTCOME = 'ml-auto min-w-0 max-w-[60%] text-right font-mono text-s [overflow-wrap:anywhere]';

type ExpressionValueProps = { text: string; scope: Scope; view: WordView; isWatched?: boolean };

/** What is watched was often kept in another transaction: that it has no value here takes one line. */
function ExpressionValue({ text, scope, view, isWatched = false }: ExpressionValueProps) {
  const result = useMemo(() => evaluated(text, scope), [text, scope]);
  if (!result.ok) {
    const why = harmlessText(result.error, MAX_TEXT);
    return (
      <span className={classes(OUTCOME, 'text-muted', isWatched && 'truncate')} title={isWatched ? why : undefined}>
        {why}
      </span>
    );
  }
  const { value, note } = result.value;
  return (
    <span className={OUTCOME}>
      <b className="font-medium text-success" title={value.type}>
        {textIn(value, view)}
      </b>
      {note !== '' && <span className="block text-failure">{note}</span>}
    </span>
  );
}

function evaluated(text: string, scope: Scope): Result<Evaluated, string> {
  const parsed = parseExpression(text);
  return parsed.ok ? evaluate(parsed.value, scope) : parsed;
}
