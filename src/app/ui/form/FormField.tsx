import { type ComponentProps, type FocusEvent, type ReactNode, useId, useState } from 'react';
import { classes } from '../classes';
import { useFormContext, useReportedField } from './form-context';

/** What the control of a field takes: spread it on the element that gets the focus. */
export type FieldControl = {
  id: string;
  'aria-invalid': boolean;
  'aria-describedby': string | undefined;
  'aria-required': boolean | undefined;
};

export type FieldProps = {
  label: string;
  /** The type of the value as its source spells it, `uint256`; in the mono face. */
  typeName?: string | undefined;
  /** Content at the right end of the label's line: a switch of editors, a button that fills in the largest amount. */
  end?: ReactNode;
  /** Text on what belongs in the field. */
  help?: ReactNode;
  /** The value exactly as it will be used, after the help: `1250500000 Wei`. */
  exact?: ReactNode;
  /** What is wrong with the value now. It shows once the field was left, or the form submitted; of a missing value, then. */
  error?: string | undefined;
  required?: boolean | undefined;
  className?: string | undefined;
};

/** The properties of a labelled control that takes text: those of its field, and those of the element. */
export type TextControlProps<Element extends 'input' | 'textarea'> = FieldProps & {
  value: string;
  mono?: boolean;
  /** Told the text that stands there now. */
  onChange?: (text: string) => void;
} & Omit<ComponentProps<Element>, 'id' | 'value' | 'onChange' | 'className' | 'required'>;

/** Parts the properties of a control of text into those of its field and its own. */
export function partsOf<Props extends FieldProps & { value: string; onChange?: (text: string) => void }>({
  label,
  typeName,
  end,
  help,
  exact,
  error,
  required,
  className,
  onChange,
  ...own
}: Props) {
  const empty = own.value.trim() === '';
  return {
    field: { label, typeName, end, help, exact, error, required, className, empty },
    own: { ...own, onChange: ({ target }: { target: { value: string } }) => onChange?.(target.value) },
  };
}

/**
 * The frame of every field: label and type above, help below, and the error in
 * the place of the help, once the reader has left the field. The line below has
 * its room from the beginning where there is help.
 */
export function FormField({
  label,
  typeName,
  end,
  help,
  exact,
  error,
  required = false,
  empty,
  group = false,
  className,
  children,
}: FieldProps & {
  /** Whether nothing is filled in; a required field is missing then. */
  empty: boolean;
  /** For several controls under one label: radio buttons, a list of files. */
  group?: boolean;
  children: (control: FieldControl) => ReactNode;
}) {
  const id = useId();
  const noteId = `${id}-note`;
  const [touched, setTouched] = useState(false);
  const missing = required && empty;
  const tried = useFormContext()?.tried ?? false;
  const wrong = missing ? (tried ? (error ?? `Fill in ${label}.`) : undefined) : touched || tried ? error : undefined;
  useReportedField(id, { label, error, missing, shown: wrong !== undefined });
  const hasNote = wrong !== undefined || help !== undefined || exact !== undefined;
  const leave = (event: FocusEvent<HTMLElement>) => {
    if (!event.currentTarget.contains(event.relatedTarget)) setTouched(true);
  };
  const control: FieldControl = {
    id,
    'aria-invalid': wrong !== undefined,
    'aria-describedby': hasNote ? noteId : undefined,
    'aria-required': required || undefined,
  };
  const name = (
    <>
      {label}
      {typeName !== undefined && <span className="mono font-normal text-[11.5px] text-muted">{typeName}</span>}
    </>
  );
  const Frame = group ? 'fieldset' : 'div';
  const heading = 'flex min-w-0 flex-wrap items-baseline gap-x-[7px] font-[550]';
  return (
    <Frame
      aria-labelledby={group ? `${id}-label` : undefined}
      aria-describedby={group && hasNote ? noteId : undefined}
      onBlur={leave}
      className={classes('flex min-w-0 flex-col gap-1', className)}
    >
      <div className="flex min-h-5 items-center gap-2">
        {group ? (
          <span id={`${id}-label`} className={heading}>
            {name}
          </span>
        ) : (
          <label htmlFor={id} className={heading}>
            {name}
          </label>
        )}
        {end !== undefined && <span className="ml-auto flex shrink-0 items-center gap-2">{end}</span>}
      </div>
      {children(control)}
      {hasNote && (
        <div id={noteId} className="flex min-h-[18px] flex-wrap gap-x-2.5 text-muted text-s">
          {wrong === undefined ? (
            <>
              {help !== undefined && <span>{help}</span>}
              {exact !== undefined && <span className="mono text-[11.5px]">{exact}</span>}
            </>
          ) : (
            <span className="font-medium text-failure">
              <span aria-hidden>▲</span> {wrong}
            </span>
          )}
        </div>
      )}
    </Frame>
  );
}
