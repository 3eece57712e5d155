import { createFileRoute } from '@tanstack/react-router';

export const Route = createFileRoute('/{-$network}/')({ component: Home });

function Home() {
  return <h1>Loupe</h1>;
}
