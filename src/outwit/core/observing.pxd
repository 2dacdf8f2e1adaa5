# compiled with -O1
from outwit.core.position cimport Position
from outwit.geometry cimport memory
