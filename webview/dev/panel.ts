// The panel with a scripted host, chosen by the page's address: ?scene=…&theme=…&pseudo
import './scriptedHost.ts';
import '../composition/panel.tsx';
