// Signing in to the agent of the shown session: a card above the composer.
import type { PanelFeature } from '../../panel/state/panelFeature.ts';
import { SignInCard } from './SignInCard.tsx';

export const signIn: PanelFeature = { name: 'signIn', Question: SignInCard };
