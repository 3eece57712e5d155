/** What the source pane asks of the worker beside the step itself: texts, values, variables. */
import { useEffect, useRef, useState } from 'react';
import type { LocalsView, StateView } from '../../../workers/trace/source-trace.api';
import type { LineValue, StepFile } from '../../../workers/trace/steps-source.api';
import type { DebuggerModel } from './debugger-model';

/** Answers that cost seeking steps are asked for when the reader rests so long, ms. */
const REST = 90;

export type OpenFile = { file: StepFile; text: string; lines: readonly number[] };

/** A file of the trace, undefined while it is on its way. Files are kept while the debugger is open. */
export function useStepFile(model: DebuggerModel, id: number | undefined): OpenFile | undefined {
  const kept = useRef(new Map<number, OpenFile>());
  const [, setGeneration] = useState(0);
  useEffect(() => {
    if (id === undefined || kept.current.has(id)) return;
    let current = true;
    model.api.stepFile(model.handle, id).then((answer) => {
      if (!answer.ok || answer.value === undefined) return;
      kept.current.set(id, answer.value);
      if (current) setGeneration((now) => now + 1);
    }, model.onCrash);
    return () => {
      current = false;
    };
  }, [model, id]);
  return id === undefined ? undefined : kept.current.get(id);
}

const NO_VALUES: readonly LineValue[] = [];

/** Values of the lines that ran before `step`; those of another step are not shown. */
export function useLineValues(model: DebuggerModel, step: number, wanted: boolean): readonly LineValue[] {
  const [answer, setAnswer] = useState<{ step: number; values: readonly LineValue[] }>();
  useEffect(() => {
    if (!wanted) return;
    return whenRested(() =>
      model.api.lineValues(model.handle, step).then((found) => {
        if (found.ok) setAnswer({ step, values: found.value });
      }, model.onCrash),
    );
  }, [model, step, wanted]);
  return wanted && answer?.step === step ? answer.values : NO_VALUES;
}

type Variables = { locals: LocalsView; state: StateView };
export type VariablesShown = { step: number; now: Variables; before: Variables | undefined };

/** The variables at `step`, and those shown before; the older answer stays while a newer one is on its way. */
export function useVariables(model: DebuggerModel, step: number, wanted: boolean): VariablesShown | undefined {
  const [answer, setAnswer] = useState<VariablesShown>();
  useEffect(() => {
    if (!wanted) return;
    return whenRested(() =>
      Promise.all([model.api.variablesAt(model.handle, step), model.api.stateVariablesAt(model.handle, step)]).then(
        ([locals, state]) => {
          if (!locals.ok || !state.ok) return;
          const now = { locals: locals.value, state: state.value };
          setAnswer((was) => ({ step, now, before: was?.step === step ? was.before : was?.now }));
        },
        model.onCrash,
      ),
    );
  }, [model, step, wanted]);
  return wanted ? answer : undefined;
}

/** Calls `ask` after a rest; returns how to forget it. */
function whenRested(ask: () => Promise<unknown>): () => void {
  const timer = setTimeout(() => void ask(), REST);
  return () => clearTimeout(timer);
}
