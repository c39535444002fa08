// The files that go with no prompt unless the user names them.
/** Files with secrets, in any folder, as globs of VS Code that match names of any letter case. */
export const SECRET_FILES: readonly string[] = [
  '.env',
  '.env.*',
  '*.env',
  '.envrc',
  '*.{pem,key,p12,pfx,jks,keystore,kdbx,asc,gpg}',
  'id_{rsa,dsa,ecdsa,ed25519}',
  '.{netrc,npmrc,pypirc,pgpass,git-credentials,htpasswd}',
  '{credentials,secrets}{,.*}',
  '*.{tfstate,tfstate.*,tfvars}',
  '{service-account,service_account,serviceaccount}*.json',
  '{.ssh,.aws,.gnupg,.azure,.kube,.docker,.git}/**',
].map((glob) => glob.replaceAll(/[a-z]/g, (letter) => `[${letter}${letter.toUpperCase()}]`));
