// The floor's page: Enter sends the prompt, and every message is appended as one text node in a block of its own.
'use strict';
{
  const api = acquireVsCodeApi();
  const [input, stop, transcript] = ['composer-input', 'stop', 'transcript'].map((id) =>
    document.querySelector(`[data-testid="${id}"]`),
  );

  input.addEventListener('keydown', ({ key }) => {
    if (key !== 'Enter') return;
    stop.hidden = false;
    api.postMessage({ prompt: input.value });
    input.value = '';
  });

  window.addEventListener('message', ({ data }) => {
    if (data.clear) transcript.replaceChildren();
    if (data.ended) stop.hidden = true;
    if (data.text === undefined) return;
    const block = document.createElement('div');
    block.append(document.createTextNode(data.text));
    transcript.append(block);
  });
}
