/** The tool for calldata. What is typed stays on the page; `data` is what a link brings along. */
import { createFileRoute } from '@tanstack/react-router';
import { oneOf, searchOf, text } from '../../search-parameters';
import { CalldataPage } from '../../views/calldata/CalldataPage';
import { EnsFields } from '../../views/names/EnsFields';

export const Route = createFileRoute('/{-$network}/calldata')({
  validateSearch: searchOf({
    data: text,
    mode: oneOf('decode', 'encode'),
  }),
  component: CalldataRoute,
});

function CalldataRoute() {
  const { data = '', mode = 'decode' } = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <EnsFields>
      <CalldataPage
        key={data}
        data={data}
        mode={mode}
        onMode={(next) =>
          void navigate({
            search: (before) => ({ ...before, mode: next === 'decode' ? undefined : next }),
            replace: true,
          })
        }
      />
    </EnsFields>
  );
}
