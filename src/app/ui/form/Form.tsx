/**
 * A form: fields report what is wrong with them, the button names the first
 * field that must be corrected, and a failed submit keeps what was typed. What is
 * submitted while a field is settling is what is there when it is.
 */
import { type FormEvent, type ReactNode, useCallback, useEffect, useEffectEvent, useMemo, useState } from 'react';
import type { Failure } from '../../../core/values/failure';
import { ErrorState } from '../ErrorState';
import { type FieldState, type FormContext, FormContextProvider } from './form-context';

/** `waits`: it was submitted, and begins once no field is settling. */
type Submitting = { busy: boolean; tried: boolean; waits?: boolean; failure: Failure | undefined };
const UNTRIED: Submitting = { busy: false, tried: false, failure: undefined };

export function Form({
  label,
  className,
  onSubmit,
  children,
}: {
  /** Name of the form for assistive technology, where no heading names it. */
  label?: string;
  className?: string | undefined;
  /** Called when no field is wrong, and none is settling. A failure it answers is shown below the fields. */
  onSubmit: () => Promise<Failure | undefined> | Promise<void> | undefined;
  children: ReactNode;
}) {
  const [fields, setFields] = useState<ReadonlyMap<string, FieldState>>(new Map());
  const [{ busy, tried, waits = false, failure }, setSubmitting] = useState<Submitting>(UNTRIED);
  const report = useCallback((id: string, state: FieldState | undefined) => {
    setFields((known) => {
      const next = new Map(known);
      if (state) next.set(id, state);
      else next.delete(id);
      return next;
    });
  }, []);
  const firstWrong = useMemo(() => firstWrongOf(fields), [fields]);
  const isSettling = useMemo(() => [...fields.values()].some(({ settling }) => settling), [fields]);
  const context: FormContext = useMemo(() => ({ report, tried, busy, firstWrong }), [report, tried, busy, firstWrong]);

  async function submit() {
    if (firstWrong) {
      setSubmitting({ busy: false, tried: true, failure: undefined });
      document.getElementById(firstWrong.id)?.focus();
      return;
    }
    setSubmitting({ busy: true, tried: true, failure: undefined });
    let answer: Failure | undefined;
    let done = false;
    try {
      answer = (await onSubmit()) ?? undefined;
      done = answer === undefined;
    } finally {
      setSubmitting({ busy: false, tried: !done, failure: answer });
    }
  }
  const begins = waits && !isSettling;
  const submitSettled = useEffectEvent(submit);
  useEffect(() => {
    if (begins) void submitSettled();
  }, [begins]);

  function onSubmitted(event: FormEvent) {
    event.preventDefault();
    event.stopPropagation();
    if (busy) return;
    if (isSettling) setSubmitting({ busy: true, tried: true, waits: true, failure: undefined });
    else void submit();
  }

  return (
    <FormContextProvider value={context}>
      {/* The browser's own bubbles would name one error in words that are not the field's. */}
      <form noValidate aria-label={label} className={className} onSubmit={onSubmitted}>
        {children}
        {failure && <ErrorState compact failure={failure} />}
      </form>
    </FormContextProvider>
  );
}

/** Fields report when they appear, which need not be the order in which they stand. */
function firstWrongOf(fields: ReadonlyMap<string, FieldState>): (FieldState & { id: string }) | undefined {
  const wrong = [...fields]
    .filter(([, { error, missing }]) => error !== undefined || missing)
    .map(([id, state]) => ({ ...state, id }));
  return wrong.reduce<(FieldState & { id: string }) | undefined>(
    (first, each) => (first === undefined || standsBefore(each.id, first.id) ? each : first),
    undefined,
  );
}

function standsBefore(id: string, other: string): boolean {
  const a = document.getElementById(id);
  const b = document.getElementById(other);
  return a !== null && b !== null && (a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
}
