# A finding in the corpus: what a campaign finds in a deployment whose estimates of gas are zero.
mkfifo served
crosscheck serve --json --fault zero-gas >served &
read -r faulty <served
control=$(node -p 'JSON.parse(process.argv[1]).controlUrl' "$faulty")
crosscheck fuzz --control-url "$control" --seed 7 --cases 40 --skip-phase coverage >campaign.txt || [ $? = 1 ]
