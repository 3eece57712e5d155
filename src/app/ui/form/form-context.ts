import { createContext, useContext, useLayoutEffect } from 'react';

/** What is wrong with one field of a form. */
export type FieldState = {
  /** Label of the field, as the submit button names it. */
  label: string;
  error: string | undefined;
  /** Whether the field must be filled in and is empty. */
  missing: boolean;
  /** Whether the field shows its error. */
  shown: boolean;
  /** What follows from the field is still being worked out: the form is submitted once it is there. */
  settling?: boolean | undefined;
};

export type FormContext = {
  /** Notes the state of the field whose control has this `id`; undefined when the field leaves the form. */
  report: (id: string, state: FieldState | undefined) => void;
  /** Somebody tried to submit, so every error shows. */
  tried: boolean;
  busy: boolean;
  /** The first field in the order of the page that keeps the form from being submitted. */
  firstWrong: (FieldState & { id: string }) | undefined;
};

const Context = createContext<FormContext | undefined>(undefined);
export const FormContextProvider = Context.Provider;

/** Returns the surrounding form; undefined for a field outside a form. */
export function useFormContext(): FormContext | undefined {
  return useContext(Context);
}

/** Keeps the form informed about a field while it is on the page. */
export function useReportedField(id: string, { label, error, missing, shown, settling }: FieldState): void {
  const report = useFormContext()?.report;
  useLayoutEffect(
    () => report?.(id, { label, error, missing, shown, settling }),
    [report, id, label, error, missing, shown, settling],
  );
  useLayoutEffect(() => () => report?.(id, undefined), [report, id]);
}
