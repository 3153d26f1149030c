# A repository of somebody else's, with nothing in it but what npm init writes.
[ -e package.json ] || npm init -y >npm-init.txt
