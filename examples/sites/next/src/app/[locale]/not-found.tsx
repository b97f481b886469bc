import { texts } from '../../../quire/texts.ts';

export default function NotFound() {
  return <h1>{texts.en.notFound}</h1>;
}
