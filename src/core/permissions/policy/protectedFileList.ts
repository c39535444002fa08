// The built-in list of files that run on their own. The reason of a group is what makes them run.
// The default of VS Code's `chat.tools.edits.autoApprove` is in it, without lock files: those only run in an install,
// which somebody has to start.
import type { ProtectionReason } from '../../session/permission/protectedFile.ts';

/**
 * Names or ends of paths, in any folder, as globs; letter case does not count, and `?` stands for a blank. One that
 * ends with `/**` is about a folder, and about the name of that folder itself.
 */
export const PROTECTED_FILES = {
  // A `.git` may also be a file that names the repository. Filters and merge drivers are chosen by attributes.
  versionControl: globs`
    .git/** .gitattributes .gitmodules .gitconfig .config/git/** .hg/** .hgrc .svn/** .jj/** .sl/**
  `,
  gitHooks: globs`
    .husky/** .huskyrc* husky.config.* .githooks/** .git-hooks/** githooks/** lefthook.* .lefthook.*
    lefthook-local.* .lefthook-local.* .lefthook/** .pre-commit-config.{yaml,yml} .overcommit.yml
    .simple-git-hooks.* simple-git-hooks.* .lintstagedrc* lint-staged.config.* .commitlintrc*
    commitlint.config.*
  `,
  // Tasks that run when a folder is opened, paths of programs in settings, servers of MCP, editor scripts.
  editor: globs`
    .vscode/** *.code-workspace .vscode-server*/** .vscode-oss/** .vscode-insiders/** .openvscode-server/**
    .{cursor,windsurf,vscodium}-server*/** .local/share/code-server/** .config/code-server/**
    .var/app/*/{config,data}/** .bsp/** buildserver.json
    .config/{code,code?-?insiders,code?-?oss,vscodium,cursor,windsurf}/user/**
    application?support/{code,code?-?insiders,code?-?oss,vscodium,cursor,windsurf}/user/**
    appdata/roaming/{code,code?-?insiders,code?-?oss,vscodium,cursor,windsurf}/user/** .theia/** .idea/**
    .fleet/** .vs/** .zed/** .idx/** *.sublime-project .exrc .vimrc .gvimrc .nvimrc .nvim.lua .lvimrc
    .dir-locals.el .dir-locals-2.el .vim/** .nvim/** .helix/** .gdbinit .lldbinit .vscode-test.*
  `,
  // What shells read when they start or enter a folder, and the environments that they and extensions load.
  shell: globs`
    .envrc .env .env.local .direnv/** .autoenv* .config/direnv/** flake.nix shell.nix devenv.*
    .tool-versions mise.toml mise.*.toml .mise.toml .mise.*.toml {mise,.mise}/** .config/mise*/**
    .config/mise.toml .rtx.toml .bashrc .bash_{profile,login,logout,aliases} .profile .kshrc .mkshrc .zshrc
    .zshenv .zprofile .zlogin .zlogout .cshrc .tcshrc .login .config/{fish,nushell,powershell}/**
    *profile.ps1 .rprofile .renviron
  `,
  system: globs`
    .ssh/** .pam_environment .xprofile .xinitrc .xsession .xsessionrc
    .config/{autostart,systemd,environment.d}/** .local/share/systemd/** cron.d/** crontabs/**
    launchagents/** launchdaemons/** start?menu/programs/startup/** web.config server.xml
  `,
  packageManager: globs`
    package.json package.yaml .npmrc .yarnrc .yarnrc.* .yarn/{releases,plugins,sdks}/** .pnpmfile.* pnpmfile.*
    pnpm-workspace.yaml bunfig.toml .bunfig.toml .corepack.env .pnp.cjs .pnp.js .pnp.loader.mjs
    node_modules/** .venv/** venv/** sitecustomize.py usercustomize.py pip.conf pip.ini .pypirc .condarc
    .bundle/** gemfile gems.rb *.gemspec .rubocop .rubocop.yml .irbrc .pryrc pipfile .ruby-lsp/** ruby_lsp/**
  `,
  container: globs`
    .devcontainer/** .devcontainer.json .devcontainer*.json .gitpod.* .codesandbox/** devfile.{yaml,yml}
    .devfile.{yaml,yml} .replit replit.nix
  `,
  ci: globs`
    .github/{workflows,actions}/** .gitea/{workflows,actions}/** .forgejo/{workflows,actions}/**
    .gitlab-ci.* *.gitlab-ci.{yml,yaml} .gitlab/** .circleci/** circle.yml azure-pipelines*.{yml,yaml}
    .azure-pipelines/** .azuredevops/** .azdo/** .pipelines/** jenkinsfile jenkinsfile.* *.jenkinsfile
    .travis.yml appveyor.yml .appveyor.yml bitbucket-pipelines.yml .drone.* .woodpecker.* .woodpecker/**
    .buildkite/** .cirrus.* .semaphore/** .teamcity/** .tekton/** .builds/** .build.yml
    cloudbuild.{yaml,yml,json} buildspec.{yml,yaml} codemagic.yaml bitrise.yml .releaserc .releaserc.*
    release.config.*
  `,
  // Instructions, hooks, settings and servers of agents: the next turn of any of them follows these.
  agent: globs`
    .claude/** .claude.json claude.md claude.local.md .mcp.json mcp.json .codex/** agents.md
    agents.override.md agent.md .agents/** .agent/** .gemini/** gemini.md .qwen/** qwen.md .iflow/**
    iflow.md .kimi/** .vibe/** .cursor/** .cursorrules .windsurf/** .windsurfrules .codeium/** .trae/**
    .opencode/** .opencode.json opencode.json opencode.jsonc .config/opencode/** .pi/** .omp/** .xcsh/**
    .github/copilot-instructions.md .github/{instructions,prompts,chatmodes,agents,hooks,skills}/**
    .github/copilot/** .copilot/** .clinerules .clinerules/** .cline/** .roo/** .roorules* .roomodes
    .kilocode/** .kilocodemodes .continue/** .continuerules .goose/** .goosehints .amp/** .kiro/**
    .factory/** .augment/** .augment-guidelines .junie/** .rules .crush/** crush.json .crush.json crush.md
    warp.md .amazonq/** .tabnine/** .openhands/** .aider.conf.yml .grok/** grok.md .codebuddy/**
    codebuddy.md .qoder/** .zencoder/** skill.md
  `,
  // Language extensions and importing IDEs run these when a folder is opened or the file is saved.
  build: globs`
    build.rs cargo.toml .cargo/** rust-toolchain rust-toolchain.toml *.gradle *.gradle.kts gradle.properties
    gradle/** gradlew gradlew.bat .gradle/** buildsrc/** pom.xml .mvn/** mvnw mvnw.cmd *.sbt hie.yaml
    mix.exs package.swift *.{*proj,proj,targets,props} *.*proj.user directory.*.rsp msbuild.rsp
    nuget.config global.json cmakelists.txt *.cmake cmakepresets.json cmakeuserpresets.json .bazelrc
    conftest.py .eslintrc .eslintrc.* eslint.config.* .prettierrc .prettierrc.* prettier.config.*
    .stylelintrc .stylelintrc.* stylelint.config.* {vitest,jest,playwright,vite,tailwind,svelte}.config.*
    vitest.{workspace,projects}.* tsconfig.json tsconfig.*.json jsconfig.json jsconfig.*.json pyproject.toml setup.cfg .pylintrc pylintrc .pylintrc.toml pylintrc.toml .flake8 mypy.ini .mypy.ini cspell.json
    .cspell.json cspell.config.* .cspell.config.* .mocharc.* mocha.opts .nycrc .nycrc.* nyc.config.* .graphqlrc* graphql.config.* .markdownlint*
    nx.json build.zig meson.build project.clj deps.edn shadow-cljs.edn lakefile.* latexmkrc .latexmkrc
    phpstan*.neon* .php-cs-fixer* psalm.xml .formatter.exs .credo.exs .luacheckrc analysis_options.yaml
    pubspec.yaml pytest.ini .pytest.ini tox.ini noxfile.py docs/conf.py doc/conf.py docs/source/conf.py doc/source/conf.py
    .luarc.json .luarc.jsonc artisan platformio.ini vetur.config.* .remarkrc .remarkrc.* .textlintrc* hardhat.config.*
    truffle-config.js foundry.toml dub.json dub.sdl config.nims *.nims *.nimble cabal.project cabal.project.* setup.hs
    setup.py stack.yaml xmake.lua conanfile.py conanfile.txt .factorypath .classpath .project .settings/** premake*.lua
    wscript sconstruct sconscript meson_options.txt meson.options build.zig.zon compile_flags.txt compile_commands.json
    .clangd .ccls .sourcekit-lsp/** .swiftpm/** build.sc build.mill .sbtopts .jvmopts .solargraph.yml .standard.yml
    .rspec .rspec-local .phan/** rebar.config rebar.config.script dune-project dune-workspace .ocamlinit .merlin rescript.json bsconfig.json
    astro.config.* nuxt.config.* next.config.* remix.config.* webpack.config.* rollup.config.* babel.config.* .babelrc*
    postcss.config.* .postcssrc* metro.config.js angular.json project.json turbo.json biome.json biome.jsonc deno.json
    deno.jsonc .swcrc tsdown.config.* tsup.config.* cypress.config.* wdio.conf.* karma.conf.* .oxlintrc.json oxlint.config.*
    omnisharp.json .golangci.* .custom-gcl.* .tflint.hcl .spectral.* redocly.yaml .redocly.yaml .sqlfluff dbt_project.yml
    ansible.cfg .ansible-lint* .lintr .lintr.r .rubocop*.yml .coveragerc .pdbrc .python-version uv.toml poetry.toml pdm.toml
    bb.edn build.boot .lsp/** {,julia}{project,manifest}.toml composer.json phpunit*.xml phpunit*.xml.dist .ghci .iex.exs
  `,
} as const satisfies Readonly<Record<Exclude<ProtectionReason, 'setting'>, readonly string[]>>;

function globs({ raw }: TemplateStringsArray): readonly string[] {
  return raw.join(' ').trim().split(/\s+/);
}
