import type { ComponentProps } from 'react';
import { fieldClass } from './field-class';
import { type FieldProps, FormField, partsOf } from './form/FormField';

type Props = Omit<ComponentProps<'input'>, 'id' | 'value' | 'className' | 'required'> &
  FieldProps & { value: string; mono?: boolean };

/** A labelled line of text. */
export function TextField({ mono = false, ...props }: Props) {
  const { field, own } = partsOf(props);
  return (
    <FormField {...field}>
      {(control) => (
        <input {...control} autoComplete="off" spellCheck={false} {...own} className={fieldClass({ mono })} />
      )}
    </FormField>
  );
}
