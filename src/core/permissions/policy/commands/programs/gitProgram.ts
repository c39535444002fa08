// Git: what looks is harmless, and a rule that names another subcommand covers its everyday options.
import type { ProgramTable } from './programSchema.ts';

const DIFF =
  '-p,-u,--patch -s,--no-patch -U,--unified:number --raw --stat?text --numstat --shortstat --summary --compact-summary ' +
  '--name-only --name-status --color?auto|always|never --no-color --color-words --word-diff?color|plain|porcelain|none ' +
  '-b,--ignore-space-change -w,--ignore-all-space --ignore-blank-lines --ignore-space-at-eol -R -a,--text --minimal ' +
  '--patience --histogram --diff-algorithm:word -M -C --find-renames?text --find-copies?text --diff-filter:word ' +
  '-S:text -G:text --pickaxe-all --pickaxe-regex -W,--function-context --full-index --abbrev?number --binary --check ' +
  '--exit-code --quiet --no-ext-diff --no-textconv --no-renames --cc -c -m -z --src-prefix:word --dst-prefix:word ' +
  '--no-prefix --relative --inter-hunk-context:number --submodule?log|short|diff';
const LOG =
  `${DIFF} -# -n,--max-count:number --skip:number --since,--after:text --until,--before:text --author:text ` +
  '--committer:text --grep:text -i,--regexp-ignore-case -E -F -P --all-match --invert-grep --oneline --graph ' +
  '--decorate?short|full|auto|no --no-decorate --format,--pretty?text --abbrev-commit --no-abbrev-commit --date:text ' +
  '--relative-date --merges --no-merges --first-parent --follow --reverse --all --branches?text --tags?text ' +
  '--remotes?text --topo-order --date-order --author-date-order --show-signature --left-right --cherry-pick --cherry ' +
  '--merge --full-history -g,--walk-reflogs -L:lines --parents --children --no-notes --boundary';
const QUIET = '-q,--quiet -v,--verbose --progress --no-progress';
const STASH_PUSH =
  '-q,--quiet -u,--include-untracked -a,--all -k,--keep-index -p,--patch -m,--message:text -S,--staged';

export const GIT_PROGRAM: ProgramTable = {
  git: {
    source: 'https://git-scm.com/docs',
    options:
      '-p,--paginate -P,--no-pager --no-optional-locks --literal-pathspecs --version --help -C:none -c:code --git-dir:none ' +
      '--work-tree:none --namespace:none --super-prefix:none --config-env:code --attr-source:none',
    subcommands: {
      status: {
        options:
          '-s,--short -b,--branch --show-stash --porcelain?word --long -v,--verbose -u,--untracked-files?no|normal|all ' +
          '--ignored?traditional|no|matching -z --ahead-behind --no-ahead-behind --no-renames --column --no-column',
        operands: 'revision*',
      },
      diff: { options: `${DIFF} --cached,--staged --merge-base`, operands: 'revision*' },
      'log whatchanged': { options: LOG, operands: 'revision*' },
      shortlog: {
        options:
          '-s,--summary -n,--numbered -e,--email -c,--committer --group:author|committer --no-merges --merges --all ' +
          '--since,--after:text --until,--before:text --author:text --branches?text --tags?text --remotes?text',
        operands: 'revision*',
      },
      reflog: { options: LOG, operands: 'show' },
      'show diff-tree rev-list': { options: `${LOG} -r --count`, operands: 'revision*' },
      blame: {
        options:
          '-L:text -l -t -w -M -C -s -f -n -e,--show-email -p,--porcelain --line-porcelain --since:text --date:text',
        operands: 'revision*',
      },
      grep: {
        options:
          '-i,--ignore-case -v -w -E -F -P -n,--line-number -l,--files-with-matches,--name-only -L -c,--count -o -h -H ' +
          '-p,--show-function -W --heading --break --cached --untracked -I -q -A:number -B:number ' +
          '-C:number -m,--max-count:number --max-depth:number -e:text --and --or --not --all-match',
        operands: 'text revision*',
        operandsWith: { '-e -f': 'revision*' },
      },
      'ls-files ls-tree': {
        options:
          '-c,--cached -d -m,--modified -o,--others -i -s,--stage -u -z -r -t -l --exclude-standard --name-only ' +
          '--full-name --full-tree --deduplicate --error-unmatch',
        operands: 'revision*',
      },
      'rev-parse merge-base name-rev show-ref cat-file check-ignore var count-objects': {
        options:
          '--abbrev-ref --short?number --verify -q,--quiet --show-toplevel --git-dir --is-inside-work-tree ' +
          '--show-prefix --all --tags --always --abbrev?number -p -t -s -e -v ' +
          '--is-ancestor --fork-point --heads --head --symbolic-full-name --git-common-dir --show-cdup',
        operands: 'revision*',
      },
      describe: {
        options: '--all --tags --always --dirty --long --abbrev?number --match:text --exact-match --contains',
        operands: 'revision*',
      },
      branch: {
        options:
          '-a,--all -r,--remotes -v,--verbose -vv -l,--list --show-current --contains:?revision --merged:?revision ' +
          '--no-merged:?revision --sort:text --format:text --points-at:text --no-color --color?auto|always|never',
        operandsWith: { '-l,--list': 'text*' },
      },
      tag: {
        options: '-l,--list -n --sort:text --contains:?revision --points-at:text --format:text',
        operandsWith: { '-l,--list': 'text*' },
      },
      remote: { options: '-v,--verbose', operands: 'show|get-url remoteName' },
      version: { options: '--build-options' },
      add: {
        options: `${QUIET} -A,--all -u,--update -n,--dry-run -N,--intent-to-add -p,--patch`,
        operands: 'revision*',
        isNamed: true,
      },
      rm: {
        options: `${QUIET} -n,--dry-run -r --cached --ignore-unmatch`,
        operands: 'moved*',
        isNamed: true,
      },
      mv: { options: `${QUIET} -n,--dry-run -k`, operands: 'moved*', isNamed: true },
      restore: {
        options: `${QUIET} -S,--staged -s,--source:revision --ignore-unmatch`,
        operands: 'restored*',
        operandsWith: { '-S,--staged': 'unstaged*' },
        isNamed: true,
      },
      reset: { options: `${QUIET} -N,--intent-to-add --soft,--mixed`, operands: 'switched*', isNamed: true },
      'checkout switch': {
        options: `${QUIET} -b:revision -c:revision -d,--detach -t,--track --no-track`,
        operands: 'switched restored*',
        isNamed: true,
      },
      commit: {
        options:
          `${QUIET} -a,--all -m,--message:text -s,--signoff --no-edit --allow-empty -p -o,--only -i,--include ` +
          '--dry-run --short --author:text --date:text --fixup:revision --squash:revision',
        operands: 'revision*',
        isNamed: true,
      },
      'fetch pull': {
        options:
          `${QUIET} --all -p,--prune --tags --no-tags -t --depth:number -u -n,--dry-run --ff-only,--no-ff ` +
          '--rebase?false|true|merges --no-rebase --autostash --unshallow',
        operands: 'remote ref*',
        isNamed: true,
      },
      push: {
        options: `${QUIET} --tags -u,--set-upstream -n,--dry-run --follow-tags --porcelain`,
        operands: 'remote ref*',
        isNamed: true,
      },
      merge: {
        options:
          `${QUIET} --abort --continue --quit --no-ff,--ff-only,--ff --squash --no-commit --no-edit -n --stat ` +
          '-m,--message:text --signoff --autostash -X:ours|theirs',
        operands: 'commit*',
        isNamed: true,
      },
      rebase: {
        options:
          `${QUIET} --abort --continue --skip --quit --no-ff --ff -n --stat -m,--merge --signoff --onto:revision ` +
          '--autostash -X:ours|theirs',
        operands: 'commit*',
        isNamed: true,
      },
      'cherry-pick revert': {
        options:
          '--abort --continue --skip --quit --ff -n,--no-commit --no-edit -m,--mainline:number -s,--signoff ' +
          '-X:ours|theirs',
        operands: 'commit*',
        isNamed: true,
      },
      // Without a subcommand it is `push`.
      stash: {
        options: STASH_PUSH,
        isNamed: true,
        subcommands: {
          push: { options: STASH_PUSH, operands: 'restored*', isNamed: true },
          save: { options: STASH_PUSH, operands: 'text', isNamed: true },
          'pop apply': { options: '--index -q,--quiet', operands: 'revision', isNamed: true },
          list: { options: LOG, operands: 'revision*' },
          show: { options: `${DIFF} -u,--include-untracked`, operands: 'revision' },
        },
      },
      clone: {
        options: `${QUIET} --depth:number -b,--branch:ref --single-branch --no-tags --bare --mirror -n`,
        isNamed: true,
      },
      init: { options: `${QUIET} -b,--initial-branch:ref`, isNamed: true },
      config: {
        options:
          '--get --get-all --get-regexp --list -l --global --local --system --show-origin --show-scope --name-only --type:word',
        operands: 'variable',
        subcommands: {
          'get list': { options: '--all --show-origin --show-scope --name-only', operands: 'variable' },
        },
        isNamed: true,
      },
      'worktree bisect clean archive format-patch apply am submodule notes sparse-checkout gc prune': {
        options: `${QUIET} -n,--dry-run --stat --check --recursive --init --cached -#`,
        operands: 'list|status|summary|log',
        isNamed: true,
      },
    },
  },
};
