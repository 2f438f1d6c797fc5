# Write the checksum of the library beside it: Python loads no library that has another one, because
# a process that uses half a library ends by a signal.
file(SHA256 "${library}" sum)
cmake_path(REPLACE_FILENAME library kaleido_core.sha256 OUTPUT_VARIABLE seal)
file(WRITE "${seal}" "${sum}\n")
