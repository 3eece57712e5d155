import { fieldClass } from './field-class';
import { FormField, partsOf, type TextControlProps } from './form/FormField';

/** Shows a labelled line of text. */
export function TextField({ mono = false, ...props }: TextControlProps<'input'>) {
  const { field, own } = partsOf(props);
  return (
    <FormField {...field}>
      {(control) => (
        <input {...control} autoComplete="off" spellCheck={false} {...own} className={fieldClass({ mono })} />
      )}
    </FormField>
  );
}
