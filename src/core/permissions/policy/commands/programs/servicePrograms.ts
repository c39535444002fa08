// Programs that talk to services: containers, hosts of repositories, package indexes.
import type { ProgramTable } from './programSchema.ts';

export const SERVICE_PROGRAMS: ProgramTable = {
  'docker podman nerdctl': {
    source: 'https://docs.docker.com/reference/cli/docker/',
    runs: 'arguments',
    options: '-v,--version',
    subcommands: {
      'ps images version info logs inspect top stats port history diff': {
        options:
          '-a,--all -q,--quiet -f,--follow --no-trunc --tail:number -n:number --since:word --no-stream -t -s --format:text --filter:text',
        operands: 'word*',
      },
      build: {
        options:
          '-t,--tag:image -q,--quiet --no-cache --pull --progress:auto|plain|tty -f,--file:path --target:word --platform:word --build-arg:word',
        operands: 'context',
        isNamed: true,
      },
      compose: {
        isNamed: true,
        subcommands: {
          'ps logs top images ls version': {
            options:
              '-a,--all -q,--quiet -f,--follow --tail:number -n:number --since:word -t --no-color --services --format:text',
            operands: 'word*',
          },
          config: { options: '-q,--quiet --services --images --volumes', operands: 'word*' },
        },
      },
    },
  },
  kubectl: {
    source: 'https://kubernetes.io/docs/reference/kubectl/',
    runs: 'arguments',
    subcommands: {
      'get describe logs version explain top api-resources cluster-info': {
        options:
          '-n,--namespace:word -A,--all-namespaces -o,--output:json|yaml|wide|name -l,--selector:text -w,--watch --tail:number -f -c,--container:word --previous',
        operands: 'word*',
        isNamed: true,
      },
    },
  },
  gh: {
    source: 'https://cli.github.com/manual/',
    options: '--version --help',
    subcommands: {
      'pr issue run release workflow label': {
        options:
          '--json:text -q,--jq:text -R,--repo:repository -L,--limit:number -s,--state:word -l,--label:text -a,--assignee:text -A,--author:text -S,--search:text -c,--comments --log --log-failed -B,--base:ref -H,--head:ref --name-only --exit-status -v,--verbose -j,--job:number',
        operands: 'view|list|status|diff|checks word*',
      },
      search: {
        options:
          '--json:text -L,--limit:number -R,--repo:repository --state:word --label:text --author:text --language:word --sort:word',
        operands: 'issues|prs|code|repos|commits text*',
      },
    },
  },
  pip: {
    source: 'https://pip.pypa.io/en/stable/cli/',
    options: '-V,--version -q,--quiet -v,--verbose',
    subcommands: {
      'list show freeze check': {
        options:
          '-q,--quiet -v,--verbose -o,--outdated -u,--uptodate -l,--local --not-required --format:json|columns|freeze -f,--files',
        operands: 'word*',
      },
    },
  },
  curl: {
    source: 'https://curl.se/docs/manpage.html',
    options:
      '-f,--fail -s,--silent -S,--show-error -L,--location -I,--head -i,--include -v,--verbose -g,--globoff -G,--get -# -4 -6 ' +
      '--compressed -m,--max-time:number --connect-timeout:number --retry:number -X,--request:GET|HEAD -A,--user-agent:text -V,--version --help',
  },
  uv: {
    source: 'https://docs.astral.sh/uv/reference/cli/',
    options: '-V,--version -q,--quiet -v,--verbose',
    subcommands: {
      tree: { options: '--depth:number --outdated --frozen --locked' },
      pip: {
        isNamed: true,
        subcommands: {
          'list show freeze check tree': { options: '--format:word --outdated', operands: 'word*' },
        },
      },
    },
  },
};
